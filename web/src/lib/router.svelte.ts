/** Where one is on the page: the part of the address after `#`. */

class Router {
  path = $state<string[]>(this.#read());
  params = $state(new URLSearchParams());

  constructor() {
    addEventListener('hashchange', () => this.#update());
    this.#update();
  }

  #read(): string[] {
    return location.hash.replace(/^#\/?/, '').split('?')[0]!.split('/').filter(Boolean);
  }

  #update(): void {
    this.path = this.#read();
    this.params = new URLSearchParams(location.hash.split('?')[1] ?? '');
  }

  go(path: string): void {
    location.hash = `#/${path}`;
    this.#update();
  }

  /** Changes the address without a step that Back would return to. */
  replace(path: string): void {
    history.replaceState(null, '', `#/${path}`);
    this.#update();
  }
}

export const router = new Router();

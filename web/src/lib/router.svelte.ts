/** Where one is on the page: the part of the address after `#`. */

class Router {
  path = $state<string[]>(this.#read());
  params = $state(new URLSearchParams());
  /** Asked when Back or a typed address would leave the page; true keeps it where it is. */
  guard: ((to: string) => boolean) | null = null;
  #at = location.hash;

  constructor() {
    addEventListener('hashchange', () => this.#moved());
    this.#update();
  }

  #read(): string[] {
    return location.hash.replace(/^#\/?/, '').split('?')[0]!.split('/').filter(Boolean);
  }

  #moved(): void {
    const to = location.hash;
    if (to !== this.#at && this.guard?.(to.replace(/^#\/?/, '')) === true) history.pushState(null, '', this.#at);
    else this.#update();
  }

  #update(): void {
    this.#at = location.hash;
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

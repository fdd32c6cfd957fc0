/** A match server of the tests' own: on a free port, ended by its id. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL('../../target', import.meta.url));
export const program = process.env.BOUT ?? `${target}/debug/bout`;

export interface Server {
  url: string;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

export async function startServer(more: string[], listen = '127.0.0.1:0'): Promise<Server> {
  const child = spawn(
    program,
    [
      'serve',
      '--listen',
      listen,
      '--guests-per-minute',
      '6000',
      '--connects-per-minute',
      '6000',
      '--requests-per-second',
      '6000',
      '--max-tables-per-address',
      '1000',
      '--opens-per-minute',
      '6000',
      '--log',
      'warn',
      ...more,
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await address(child);
  return {
    url,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      await ended;
    },
  };
}

function address(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let text = '';
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      const url = /http:\/\/[\d.:]+/.exec(text)?.[0];
      if (url !== undefined) found(url);
    });
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${text}`)));
  });
}

export interface Wire {
  url: string;
  cut: () => void;
  /** Keeps every connection open, and carries nothing any more. */
  hole: () => void;
  mend: () => void;
  close: () => void;
}

/** A wire between a browser and the server that can be cut. */
export async function wireTo(server: string): Promise<Wire> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let [whole, carries] = [true, true];
  const wire = createServer((near) => {
    if (!whole) return void near.destroy();
    if (!carries) return void near.resume().on('error', () => near.destroy());
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  wire.listen(0, '127.0.0.1');
  await once(wire, 'listening');
  const end = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(wire.address() as AddressInfo).port}`,
    cut() {
      whole = false;
      end();
    },
    hole() {
      carries = false;
      for (const socket of sockets) socket.unpipe().resume();
    },
    mend: () => void ([whole, carries] = [true, true]),
    close() {
      end();
      wire.close();
    },
  };
}

import { startServer } from './server';

/** One server for all tests; those that restart theirs have one of their own. */
export default async function start(): Promise<() => Promise<void>> {
  const server = await startServer(['--store', 'memory']);
  process.env.BOUT_URL = server.url;
  return () => server.stop();
}

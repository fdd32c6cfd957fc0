import { svelte } from '@sveltejs/vite-plugin-svelte';
import Icons from 'unplugin-icons/vite';
import { defineConfig } from 'vite';

// In development the page is served here and talks to a server that is started beside it.
const server = process.env.BOUT ?? 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte(), Icons({ compiler: 'svelte', scale: 1 })],
  build: { target: 'es2022', assetsInlineLimit: 0, cssCodeSplit: true, reportCompressedSize: true },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});

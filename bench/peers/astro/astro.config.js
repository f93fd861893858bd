// Astro over planned pages: DATA is the data folder, OUT the output folder.

import { defineConfig } from 'astro/config';

export default defineConfig({
  site: 'https://www.example.com',
  output: 'static',
  trailingSlash: 'always',
  compressHTML: true,
  outDir: process.env.OUT ?? './dist',
  build: { format: 'directory' },
  devToolbar: { enabled: false },
});

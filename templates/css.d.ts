// Imports of stylesheets have no value. The bundler collects them.

declare module '*.css';

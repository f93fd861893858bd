// Stylesheets beside their components: the bundler gathers them, nothing is imported from them.

declare module '*.css';

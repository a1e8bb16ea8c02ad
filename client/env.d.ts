declare module '*.module.css' {
  const classes: Record<string, string>;
  export default classes;
}
declare module '*.css';
declare module 'virtual:theme.css';

/** Started by boot.js before anything else is loaded. */
interface Window {
  daybookSession?: Promise<Response>;
}

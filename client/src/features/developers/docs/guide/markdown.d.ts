/** Blocks (blocks.ts), by vite-guides.ts. */
declare module '*.md' {
  const blocks: unknown;
  export default blocks;
}

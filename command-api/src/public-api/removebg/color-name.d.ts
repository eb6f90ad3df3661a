/** The package states no types: names of CSS colours, each with red, green and blue. */
declare module 'color-name' {
  const colours: Readonly<Record<string, readonly [number, number, number]>>;
  export default colours;
}

/** The package ships no types: CSS colour names with red, green and blue. */
declare module 'color-name' {
  const colours: Readonly<Record<string, readonly [number, number, number]>>;
  export default colours;
}

/** Only for clients that accept nothing else: many list JSON beside images. */
export function wantsJsonAlone(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? '' : type;
  });
  const wanted = types.filter((type) => type !== '');
  return wanted.length > 0 && wanted.every((type) => type === 'application/json');
}

/** JSON is sent only to clients that ask for nothing else: many name it beside the picture that they want. */
export function wantsJsonAlone(accept: string | undefined): boolean {
  const types = (accept ?? '').split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? '' : type;
  });
  const wanted = types.filter((type) => type !== '');
  return wanted.length > 0 && wanted.every((type) => type === 'application/json');
}

/** With a point or a comma, in any keyboard's digits. */
export function typedNumber(text: string): number | undefined {
  const latin = text
    .replace(/[\s\u061C\u200E\u200F]/g, '')
    // The low four bits of Arabic and Persian digits are their value.
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[,\u066B]/, '.');
  const number = Number(latin);
  return latin === '' || !Number.isFinite(number) ? undefined : number;
}

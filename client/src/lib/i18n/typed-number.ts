/** A number as a person types it: with a point or a comma, in the digits of their keyboard. Undefined for what is none. */
export function typedNumber(text: string): number | undefined {
  const latin = text
    // Marks of direction, which keyboards put beside a sign.
    .replace(/[\s\u061C\u200E\u200F]/g, '')
    // The last four bits of Arabic and Persian digits are their value.
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[,\u066B]/, '.');
  const number = Number(latin);
  return latin === '' || !Number.isFinite(number) ? undefined : number;
}

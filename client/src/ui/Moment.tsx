import { useFormat } from '../lib/i18n/useFormat.ts';

export function Moment({ iso }: { readonly iso: string }) {
  const { moment } = useFormat();
  return <time dateTime={iso}>{moment(iso)}</time>;
}

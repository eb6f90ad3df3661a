import { icon } from './icons.tsx';

/** Icons of the work pages, kept out of the first load. */
export const CoinIcon = icon(
  'CoinIcon',
  <g fill="none">
    <ellipse cx="12" cy="6.5" rx="8" ry="3.5" />
    <path d="M4 6.500V12c0 4.700 16 4.700 16 0V6.500M4 12v5.500c0 4.700 16 4.700 16 0V12" />
  </g>,
);
export const FolderIcon = icon('FolderIcon', <path d="M3 20V4h7l2 3h9v13z" fill="none" />);
export const PicturesIcon = icon(
  'PicturesIcon',
  <g fill="none">
    <path d="M7 3h14v14H7zM3 7v14h14" />
    <path d="m7 15 5-5 4 4 2-2 3 3" />
  </g>,
);
export const ReceiptIcon = icon(
  'ReceiptIcon',
  <path d="M5 3h14v18l-3.500-2-3.500 2-3.500-2L5 21zM9 8h6m-6 4h6" fill="none" />,
);
export const RetryIcon = icon(
  'RetryIcon',
  <path d="M20 12a8 8 0 1 1-2.500-5.800L20 8.500M20 3v5.500h-5.500" fill="none" />,
);
export const TemplateIcon = icon('TemplateIcon', <path d="M4 4h16v16H4zM4 10h16M10 10v10" fill="none" />);
export const SlidersIcon = icon(
  'SlidersIcon',
  <g fill="none">
    <path d="M3 7h9m6 0h3M3 17h3m6 0h9" />
    <circle cx="15" cy="7" r="3" />
    <circle cx="9" cy="17" r="3" />
  </g>,
);
export const MoreIcon = icon(
  'MoreIcon',
  <path d="M5 12h.01M12 12h.01M19 12h.01" fill="none" strokeWidth="3" strokeLinecap="round" />,
);
export const ChevronIcon = icon('ChevronIcon', <path d="m6 9 6 6 6-6" fill="none" />);

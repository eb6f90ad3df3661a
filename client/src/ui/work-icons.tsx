import { icon } from './icons.tsx';

/** Kept out of the first load. */
export const DownloadIcon = icon('DownloadIcon', <path d="M12 3v12m-5-5 5 5 5-5M4 17v4h16v-4" fill="none" />);
export const CopyIcon = icon('CopyIcon', <path d="M9 9h11v12H9zM5 15H4V3h11v2" fill="none" />);
export const TrashIcon = icon('TrashIcon', <path d="M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7m4-7v7" fill="none" />);
export const PencilIcon = icon('PencilIcon', <path d="m4 20 1-5L16 4l4 4L9 19zM14 6l4 4" fill="none" />);
export const EyeIcon = icon(
  'EyeIcon',
  <g fill="none">
    <path d="M2 12c5.5-8.5 14.5-8.5 20 0-5.5 8.5-14.5 8.5-20 0z" />
    <circle cx="12" cy="12" r="2.75" />
  </g>,
);
export const EyeOffIcon = icon(
  'EyeOffIcon',
  <g fill="none">
    <path d="M2 12c5.5-8.5 14.5-8.5 20 0-5.5 8.5-14.5 8.5-20 0zM4 20 20 4" />
  </g>,
);
export const MailIcon = icon('MailIcon', <path d="M3 5h18v14H3zM3 6l9 7 9-7" fill="none" />);
export const PlusIcon = icon('PlusIcon', <path d="M12 4v16M4 12h16" fill="none" />);
export const SearchIcon = icon(
  'SearchIcon',
  <g fill="none">
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5.5 5.5" />
  </g>,
);
export const TeamIcon = icon(
  'TeamIcon',
  <g fill="none">
    <circle cx="9" cy="8" r="4" />
    <path d="M2 21c0-9 14-9 14 0M15.5 4.2a4 4 0 0 1 0 7.6M18.5 14.6c2.2 1.2 3.5 3.4 3.5 6.4" />
  </g>,
);
export const ShieldIcon = icon(
  'ShieldIcon',
  <path d="M12 3 4.5 6v6c0 5 3.5 7.8 7.5 9.5 4-1.7 7.5-4.5 7.5-9.5V6z" fill="none" />,
);
export const PersonIcon = icon(
  'PersonIcon',
  <g fill="none">
    <circle cx="12" cy="8" r="4.5" />
    <path d="M4 21c0-10 16-10 16 0" />
  </g>,
);
export const KeyIcon = icon(
  'KeyIcon',
  <g fill="none">
    <circle cx="7.5" cy="15.5" r="4.5" />
    <path d="M11 12.5 20.5 3M16 7.5l3 3" />
  </g>,
);
export const BackIcon = icon('BackIcon', <path d="M20 12H4m6-6-6 6 6 6" fill="none" />);
export const TargetIcon = icon(
  'TargetIcon',
  <g fill="none">
    <circle cx="12" cy="12" r="7" />
    <path d="M12 2v6m0 8v6M2 12h6m8 0h6" />
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

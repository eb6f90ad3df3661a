import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';

/** 24 px, 1.75 px strokes. These are in the first load; the others are in work-icons.tsx. */
export function icon(displayName: string, drawing: ReactNode) {
  const Icon = (props: SvgIconProps) => (
    <SvgIcon {...props} fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinejoin="round">
      {drawing}
    </SvgIcon>
  );
  Icon.displayName = displayName;
  return Icon;
}

export const DownloadIcon = icon('DownloadIcon', <path d="M12 3v12m-5-5 5 5 5-5M4 17v4h16v-4" fill="none" />);
export const CopyIcon = icon('CopyIcon', <path d="M9 9h11v12H9zM5 15H4V3h11v2" fill="none" />);
export const TrashIcon = icon('TrashIcon', <path d="M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7m4-7v7" fill="none" />);
export const PencilIcon = icon('PencilIcon', <path d="m4 20 1-5L16 4l4 4L9 19zM14 6l4 4" fill="none" />);
export const ScissorsIcon = icon(
  'ScissorsIcon',
  <g fill="none">
    <circle cx="6" cy="6" r="2.75" />
    <circle cx="6" cy="18" r="2.75" />
    <path d="M8.4 7.5 21 16M8.4 16.5 21 8" />
  </g>,
);
export const SunIcon = icon(
  'SunIcon',
  <g fill="none">
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v3m0 14v3M2 12h3m14 0h3M5 5l2 2m10 10 2 2M19 5l-2 2M7 17l-2 2" />
  </g>,
);
export const MoonIcon = icon('MoonIcon', <path d="M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z" fill="none" />);
export const GlobeIcon = icon(
  'GlobeIcon',
  <g fill="none">
    <circle cx="12" cy="12" r="9" />
    <path d="M3 12h18M12 3c3.5 3.5 3.5 14.5 0 18M12 3c-3.5 3.5-3.5 14.5 0 18" />
  </g>,
);
export const AlertIcon = icon('AlertIcon', <path d="M12 3 2 20h20zM12 10v4m0 2v1.5" fill="none" />);
export const CheckIcon = icon('CheckIcon', <path d="m4 12 6 6L20 6" fill="none" />);
export const GripIcon = icon('GripIcon', <path d="m9 7-5 5 5 5M15 7l5 5-5 5" fill="none" />);
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
export const MenuIcon = icon('MenuIcon', <path d="M3 6h18M3 12h18M3 18h18" fill="none" />);
export const CloseIcon = icon('CloseIcon', <path d="m5 5 14 14M19 5 5 19" fill="none" />);
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

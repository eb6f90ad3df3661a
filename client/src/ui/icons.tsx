import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';

/** One hand for all icons: 24 px, 1.75 px strokes, square ends like a blade's. */
function icon(displayName: string, drawing: ReactNode) {
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
    <path d="M3 12h18M12 3c3.5 3.5 3.5 14.500 0 18M12 3c-3.5 3.5-3.5 14.500 0 18" />
  </g>,
);
export const AlertIcon = icon('AlertIcon', <path d="M12 3 2 20h20zM12 10v4m0 2v1.500" fill="none" />);
export const CheckIcon = icon('CheckIcon', <path d="m4 12 6 6L20 6" fill="none" />);
export const GripIcon = icon('GripIcon', <path d="m9 7-5 5 5 5M15 7l5 5-5 5" fill="none" />);

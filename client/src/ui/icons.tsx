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
export const MenuIcon = icon('MenuIcon', <path d="M3 6h18M3 12h18M3 18h18" fill="none" />);
export const CloseIcon = icon('CloseIcon', <path d="m5 5 14 14M19 5 5 19" fill="none" />);
export const CoinIcon = icon(
  'CoinIcon',
  <g fill="none">
    <ellipse cx="12" cy="6.5" rx="8" ry="3.5" />
    <path d="M4 6.500V12c0 4.700 16 4.700 16 0V6.500M4 12v5.500c0 4.700 16 4.700 16 0V12" />
  </g>,
);

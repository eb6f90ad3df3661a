import { icon } from '../../../ui/icons.tsx';

export const UndoIcon = icon('UndoIcon', <path d="M8 4 3 9l5 5M3 9h11a6 6 0 0 1 0 12H8" fill="none" />);
export const RedoIcon = icon('RedoIcon', <path d="m16 4 5 5-5 5m5-5H10a6 6 0 0 0 0 12h6" fill="none" />);
export const ResetIcon = icon(
  'ResetIcon',
  <path d="M4 12a8 8 0 1 0 2.500-5.800L4 8.500M4 3v5.500h5.500" fill="none" />,
);
export const MinusIcon = icon('MinusIcon', <path d="M4 12h16" fill="none" />);
export const FitIcon = icon('FitIcon', <path d="M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5" fill="none" />);
export const FillIcon = icon('FillIcon', <path d="M3 3h18v18H3zM14 6h4v4m0-4-5 5M10 18H6v-4m0 4 5-5" fill="none" />);
export const CompareIcon = icon(
  'CompareIcon',
  <g fill="none">
    <path d="M12 2v20M4 5h16v14H4z" />
    <path d="M12 5h8v14h-8z" fill="currentColor" stroke="none" opacity=".35" />
  </g>,
);
export const BackgroundIcon = icon(
  'BackgroundIcon',
  <g fill="none">
    <path d="M3 4h18v16H3z" />
    <path d="m3 17 5-5 4 4 3-3 6 6" />
    <circle cx="9" cy="8.500" r="1.500" />
  </g>,
);
export const BrushIcon = icon(
  'BrushIcon',
  <g fill="none">
    <path d="M20 3 9.500 13.500M20 3l1 1-9.500 11.500" />
    <path d="M10 13c3 0 4 3 2 5.500C10 21 6 21 3 20c2-1 2-2 2.500-4 .5-2 2-3 4.500-3z" />
  </g>,
);
export const ArrangeIcon = icon(
  'ArrangeIcon',
  <path d="M12 2v20M2 12h20M9 5l3-3 3 3M9 19l3 3 3-3M5 9l-3 3 3 3M19 9l3 3-3 3" fill="none" />,
);
export const ShadowIcon = icon(
  'ShadowIcon',
  <g fill="none">
    <path d="M4 4h11v11H4z" />
    <path d="M18 8h2v12H8v-2" strokeDasharray="2.500 2" />
  </g>,
);
export const EraseIcon = icon(
  'EraseIcon',
  <g fill="none">
    <path d="m14 4 6 6-9.500 9.500H7L3.500 16zM9 9l6 6M10 20h10" />
  </g>,
);
export const RestoreIcon = icon(
  'RestoreIcon',
  <g fill="none">
    <path d="M20 3 11 12M20 3l1 1-8.500 9.500" />
    <path d="M5 12v8m-4-4h8" />
  </g>,
);
export const RefineIcon = icon(
  'RefineIcon',
  <path d="M4 21c0-6 1-11 4-17M9 21c0-5 1-10 4-15M14 21c0-4 1-8 4-12M19 21c0-3 .500-5 2-8" fill="none" />,
);
export const CropIcon = icon('CropIcon', <path d="M7 2v15h15M2 7h15v15" fill="none" />);
export const PipetteIcon = icon(
  'PipetteIcon',
  <path d="m13 7 4 4M15 9 6 18l-3 3M6 18H3.500v-2.500L14 5m0 0 2.500-2.500 5 5L19 10" fill="none" />,
);

import { icon } from '../../../ui/icons.tsx';

export const PrinterIcon = icon('PrinterIcon', <path d="M7 8V3h10v5M7 17H3V8h18v9h-4M7 14h10v7H7z" fill="none" />);

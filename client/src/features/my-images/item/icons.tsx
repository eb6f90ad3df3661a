import { icon } from '../../../ui/icons.tsx';

export const GridIcon = icon('GridIcon', <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z" fill="none" />);
export const ListIcon = icon('ListIcon', <path d="M4 5h3v3H4zM4 16h3v3H4zM11 6.500h9m-9 11h9" fill="none" />);
export const PenIcon = icon('PenIcon', <path d="m4 20 1-5L16 4l4 4L9 19zM13 7l4 4" fill="none" />);

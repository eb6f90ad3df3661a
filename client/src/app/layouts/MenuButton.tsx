import IconButton from '@mui/material/IconButton';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuIcon } from '../../ui/icons.tsx';

const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }));

interface MenuButtonProps {
  readonly until: 'md' | 'lg';
  readonly children?: ReactNode;
}

export function MenuButton({ until, children }: MenuButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <IconButton
        aria-label={t('nav.menu')}
        aria-expanded={open}
        color="inherit"
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
        sx={{ width: 44, height: 44, borderRadius: '4px', display: { [until]: 'none' }, marginInlineEnd: '-10px' }}
      >
        <MenuIcon />
      </IconButton>
      {wasOpened && (
        <Suspense>
          <MenuDrawer open={open} onClose={() => setOpen(false)}>
            {children}
          </MenuDrawer>
        </Suspense>
      )}
    </>
  );
}

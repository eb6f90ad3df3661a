import Box from '@mui/material/Box';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useLocation } from 'react-router';
import { useProfile } from '../../../features/auth/session/useProfile.ts';
import { snipped } from '../../../ui/paper/snipped.ts';
import { uploadStore } from '../../../features/pictures/uploads/upload-store.ts';
import { ContactItem } from './ContactItem.tsx';
import { itemAt, menu, type MenuItem } from '../../../features/private-area/menu.ts';
import { readStored, removeStored, writeStored } from '../../../lib/storage/storage.ts';
import { ChevronIcon, TeamIcon } from '../../../ui/work-icons.tsx';

const list = { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 0.5 } as const;

const row = {
  ...snipped(12),
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 44,
  padding: '10px 12px',
  fontWeight: 'strong',
  lineHeight: 1.3,
  color: 'text.primary',
  textDecoration: 'none',
} as const;

function Item({ name, path, Icon }: MenuItem) {
  const { t } = useTranslation('app');
  return (
    <li>
      <Box
        component={NavLink}
        to={path}
        // Starts afresh; the last picture is under My images.
        onClick={name === 'dashboard' ? () => uploadStore.begin() : undefined}
        sx={(theme) => ({
          ...row,
          '& svg': { color: 'text.secondary', flexShrink: 0 },
          '&:hover': { backgroundColor: theme.vars.palette.divider },
          '&[aria-current=page]': {
            fontWeight: 'strong',
            backgroundColor: theme.vars.palette.clearcut.paper,
            boxShadow: '0 1px 2px rgb(6 30 25 / 14%), 0 4px 10px -6px rgb(6 30 25 / 30%)',
            '& svg': { color: theme.vars.palette.clearcut.accentText },
          },
        })}
      >
        <Icon aria-hidden />
        {t(`menu.${name}`)}
      </Box>
    </li>
  );
}

/** Open on its own pages, and once the user has opened it. */
function Team({ items }: { readonly items: readonly MenuItem[] }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(readStored('team-menu') !== undefined);
  if (items.length === 0) return null;
  const here = itemAt(pathname);
  const isHere = here !== undefined && items.includes(here);
  return (
    <li>
      <Box
        component="details"
        open={isOpen || isHere}
        onToggle={({ currentTarget: { open } }: SyntheticEvent<HTMLDetailsElement>) => {
          setOpen(open);
          if (open) writeStored('team-menu', 'open');
          else removeStored('team-menu');
        }}
        sx={{
          '&:not([open]) > ul': { display: 'none' },
          '& > summary': { ...row, cursor: 'pointer' },
          '&[open] > summary svg:last-of-type': { rotate: '180deg' },
        }}
      >
        <summary>
          <TeamIcon aria-hidden sx={{ color: 'text.secondary' }} />
          {t('menu.team')}
          <ChevronIcon aria-hidden fontSize="small" sx={{ marginInlineStart: 'auto' }} />
        </summary>
        <Box component="ul" sx={{ ...list, paddingInlineStart: 2, paddingBlockStart: 0.5 }}>
          {items.map((item) => (
            <Item key={item.name} {...item} />
          ))}
        </Box>
      </Box>
    </li>
  );
}

export function SidebarItems() {
  const { t } = useTranslation('app');
  const profile = useProfile();
  const items = menu.filter(({ isFor }) => isFor(profile));
  const first = items.findIndex(({ isOfTeam }) => isOfTeam === true);
  const own = items.filter(({ isOfTeam }) => isOfTeam !== true);
  const before = first < 0 ? own.length : first;
  return (
    <nav aria-label={t('menu.label')}>
      <Box component="ul" sx={list}>
        {own.slice(0, before).map((item) => (
          <Item key={item.name} {...item} />
        ))}
        <Team items={items.filter(({ isOfTeam }) => isOfTeam === true)} />
        {own.slice(before).map((item) => (
          <Item key={item.name} {...item} />
        ))}
        <li>
          <ContactItem />
        </li>
      </Box>
    </nav>
  );
}

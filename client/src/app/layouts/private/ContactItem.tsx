import ButtonBase from '@mui/material/ButtonBase';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addTexts } from '../../../lib/i18n/i18n.ts';
import { MailIcon } from '../../../ui/work-icons.tsx';

const ContactModal = lazy(async () => {
  const [{ ContactModal: Component }] = await Promise.all([
    import('../../../features/site/contact/ContactModal.tsx'),
    addTexts('contact'),
  ]);
  return { default: Component };
});

export function ContactItem() {
  const { t } = useTranslation('app');
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <>
      <ButtonBase
        onClick={(event) => {
          // Any press inside closes the drawer of narrow screens, and the dialog with it.
          event.stopPropagation();
          setWasOpened(true);
          setOpen(true);
        }}
        sx={{
          display: 'flex',
          justifyContent: 'flex-start',
          gap: 1.5,
          width: '100%',
          minHeight: 44,
          padding: '10px 12px',
          font: 'inherit',
          fontWeight: 'strong',
          lineHeight: 1.3,
          color: 'text.primary',
          '& svg': { color: 'text.secondary', flexShrink: 0 },
          '&:hover': { backgroundColor: 'divider' },
        }}
      >
        <MailIcon aria-hidden />
        {t('menu.contact')}
      </ButtonBase>
      {wasOpened && (
        <Suspense>
          <ContactModal open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialogs/Modal.tsx';
import { Mat } from '../../../ui/paper/Mat.tsx';
import { isLetterKey, preferences } from '../state/preferences.ts';
import { usePreferences } from '../state/usePreferences.ts';
import { actions, type ActionName } from './actions.ts';

const NAMES = Object.keys(actions) as ActionName[];

/** As printed on keys, so the same in every language. */
const keysOf = (shortcut: string): string[] =>
  shortcut === '+' ? ['+'] : shortcut.replace('Control', 'Ctrl').split('+');

const key = {
  minWidth: 26,
  padding: '2px 7px',
  textAlign: 'center',
  fontFamily: 'inherit',
  fontSize: 'small',
  border: '1px solid',
  borderColor: 'clearcut.edge',
  borderRadius: '4px',
} as const;

/** Lists the editor's keys and can disable those pressed by accident. Hidden on devices without a keyboard. */
export function KeyboardHelp() {
  const { t } = useTranslation('editor');
  const [isOpen, setOpen] = useState(false);
  const { hasLetterKeys } = usePreferences();
  const titleId = useId();
  return (
    <Box sx={{ '@media (any-hover: none)': { display: 'none' } }}>
      <Button
        variant="text"
        color="inherit"
        onClick={() => setOpen(true)}
        sx={{ minHeight: 0, paddingBlock: 0.75, fontSize: 'small' }}
      >
        {t('keys.title')}
      </Button>
      <Modal open={isOpen} width={480} labelledBy={titleId} closeLabel={t('keys.close')} onClose={() => setOpen(false)}>
        <Mat className="on-mat" sx={{ padding: { xs: '24px 84px 18px 20px', sm: '28px 88px 20px 32px' } }}>
          <Typography variant="h3" component="h2" id={titleId}>
            {t('keys.title')}
          </Typography>
        </Mat>
        <Box sx={{ display: 'grid', gap: 2, padding: { xs: '18px 20px 24px', sm: '22px 32px 28px' } }}>
          <div>
            <FormControlLabel
              control={
                <Switch checked={hasLetterKeys} onChange={(_, isOn) => preferences.change({ hasLetterKeys: isOn })} />
              }
              label={t('keys.letters')}
              sx={{ minHeight: 44 }}
            />
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {t('keys.lettersHelp')}
            </Typography>
          </div>
          <Box
            component="dl"
            sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1, columnGap: 2, margin: 0 }}
          >
            {NAMES.map((name) => {
              const { shortcut } = actions[name];
              if (shortcut === undefined) return null;
              const isOff = !hasLetterKeys && isLetterKey(shortcut);
              return (
                <Box key={name} sx={{ display: 'contents', ...(isOff ? { '& > *': { opacity: 0.6 } } : {}) }}>
                  <Box component="dt">{t(`keys.name.${name}` as 'keys.name.undo')}</Box>
                  <Box component="dd" dir="ltr" sx={{ margin: 0, display: 'flex', gap: 0.5, justifyContent: 'end' }}>
                    {isOff
                      ? t('keys.off')
                      : keysOf(shortcut).map((part) => (
                          <Box component="kbd" key={part} sx={key}>
                            {part}
                          </Box>
                        ))}
                  </Box>
                </Box>
              );
            })}
          </Box>
        </Box>
      </Modal>
    </Box>
  );
}

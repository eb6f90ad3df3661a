import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { checker } from '../../../ui/paper/checker.ts';
import { stockPreviewUrl } from '../backgrounds/stock.ts';
import type { EditedPicture } from '../picture/edited-picture.ts';
import { usePicture } from '../picture/usePicture.ts';
import { plainCutoutUrl } from '../../pictures/uploads/transaction/shown-picture.ts';
import { originalUrl } from '../sync/api.ts';
import { READY_LOOKS, readyLooks, type ReadyLook } from './ready-looks.ts';
import { useApplyTemplate } from './useApplyTemplate.ts';

function useLookName(): (look: ReadyLook) => string {
  const { t } = useTranslation(['templates', 'editor', 'backgrounds']);
  return (look) => {
    switch (look) {
      case 'passport':
      case 'story':
      case 'post':
        return t(`editor:output.name.${look}`);
      case 'studio-grey':
      case 'studio-charcoal':
      case 'table-marble':
        return t(`backgrounds:names.${look}`);
      case 'shop':
      case 'listing':
      case 'blurred':
      case 'sticker':
        return t(`templates:looks.${look}`);
    }
  };
}

const whole = { position: 'absolute', inset: 0, width: '100%', height: '100%' } as const;
const FILTERS = {
  drop: 'drop-shadow(2px 4px 4px rgb(0 0 0 / 30%))',
  ground: 'drop-shadow(5px 3px 3px rgb(0 0 0 / 35%))',
  outline:
    'drop-shadow(2px 0 0 #fff) drop-shadow(-2px 0 0 #fff) drop-shadow(0 2px 0 #fff) drop-shadow(0 -2px 0 #fff) drop-shadow(0 0 1px rgb(0 0 0 / 60%))',
} as const;

/** The person's own cut-out in a look, roughly: pressing shows it exactly. */
function LookPicture({ look, picture }: { readonly look: ReadyLook; readonly picture: EditedPicture }) {
  const { checkerLight, checkerDark } = useTheme().vars.palette.clearcut;
  const { view } = usePicture(picture);
  const { background, shadow } = readyLooks[look];
  const stock = background.id === null ? undefined : stockPreviewUrl(background.id);
  return (
    <Box
      aria-hidden
      sx={{
        position: 'relative',
        aspectRatio: '1',
        overflow: 'hidden',
        borderRadius: '3px',
        boxShadow: 'inset 0 0 0 1px rgb(0 0 0 / 14%)',
        background:
          stock === undefined
            ? (background.color ?? checker(checkerLight, checkerDark, 14))
            : `center / cover url(${JSON.stringify(stock)})`,
      }}
    >
      {background.base && (
        <Box
          component="img"
          src={originalUrl(view)}
          alt=""
          loading="lazy"
          sx={{ ...whole, objectFit: 'cover', filter: 'blur(4px)', scale: '1.1' }}
        />
      )}
      <Box
        component="img"
        src={plainCutoutUrl(view)}
        alt=""
        loading="lazy"
        sx={{
          ...whole,
          objectFit: background.base ? 'cover' : 'contain',
          padding: background.base ? 0 : '8%',
          ...(shadow === null ? {} : { filter: FILTERS[shadow.kind] }),
        }}
      />
    </Box>
  );
}

/** Looks that come with the product; each press is one edit, undone like any other. */
export function ReadyLooks({ picture }: { readonly picture: EditedPicture }) {
  const { t } = useTranslation('templates');
  const nameOf = useLookName();
  const apply = useApplyTemplate(picture);
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Typography component="h2" id={id} sx={{ marginBlockEnd: '10px', fontWeight: 'strong' }}>
        {t('looks.title')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          margin: 0,
          padding: 0,
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fill, minmax(88px, 1fr))',
          gap: 1,
        }}
      >
        {READY_LOOKS.map((look) => (
          <li key={look}>
            <ButtonBase
              data-look={look}
              onClick={() => apply({ name: nameOf(look), ...readyLooks[look] })}
              sx={{
                width: '100%',
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr)',
                alignContent: 'start',
                gap: 0.75,
                padding: 0.5,
                borderRadius: '4px',
                fontFamily: 'inherit',
                fontSize: 'fine',
                fontWeight: 'strong',
                lineHeight: 1.25,
                '&:hover': { backgroundColor: 'clearcut.desk' },
              }}
            >
              <LookPicture look={look} picture={picture} />
              {nameOf(look)}
            </ButtonBase>
          </li>
        ))}
      </Box>
    </section>
  );
}

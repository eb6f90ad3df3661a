import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchIcon } from '../../../ui/work-icons.tsx';
import { RetriedImage } from '../../../ui/RetriedImage.tsx';
import { BackgroundFilter } from './BackgroundFilter.tsx';
import { filterBackgrounds, type BackgroundCategory } from './filter-backgrounds.ts';
import { recentBackgrounds, rememberBackground } from './recent-backgrounds.ts';
import { stockBackgrounds } from './stock.ts';
import { Tile } from './Tile.tsx';

export interface StockBackgroundsProps {
  readonly name: string;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** Wide enough to show the search at once. */
const ROOMY = '(min-width: 920px)';

export function StockBackgrounds({ name, chosen, onChoose }: StockBackgroundsProps) {
  const { t } = useTranslation(['editor', 'backgrounds']);
  const isRoomy = useMediaQuery(ROOMY, { noSsr: true });
  const [isExpanded, setExpanded] = useState(false);
  const [category, setCategory] = useState<BackgroundCategory>('all');
  const [query, setQuery] = useState('');
  // Read once: tiles that jump to the front while the panel is open would be pressed by mistake.
  const [recent] = useState(recentBackgrounds);
  const shown = filterBackgrounds(stockBackgrounds, {
    category,
    recent,
    query,
    wordsOf: ({ id, group }) => `${t(`backgrounds:names.${id}`)} ${t(`backgrounds:groups.${group}`)}`,
  });
  return (
    <>
      {!isRoomy && (
        <ButtonBase
          onClick={() => {
            setExpanded(!isExpanded);
            setQuery('');
            setCategory('all');
          }}
          aria-label={t('bg.search')}
          aria-expanded={isExpanded}
          title={t('bg.search')}
          sx={{ aspectRatio: '1', borderRadius: '4px', color: 'text.secondary', backgroundColor: 'clearcut.desk' }}
        >
          <SearchIcon aria-hidden />
        </ButtonBase>
      )}
      {(isRoomy || isExpanded) && (
        <BackgroundFilter
          category={category}
          hasRecent={recent.length > 0}
          onCategory={setCategory}
          query={query}
          onQuery={setQuery}
        />
      )}
      {shown.map(({ id, url }) => (
        <Tile
          key={id}
          name={name}
          label={t(`backgrounds:names.${id}`)}
          isChosen={chosen === id}
          onChoose={() => {
            rememberBackground(id);
            onChoose(id);
          }}
        >
          <RetriedImage src={url} alt="" loading="lazy" decoding="async" />
        </Tile>
      ))}
      {shown.length === 0 && (
        <Typography role="status" sx={{ gridColumn: '1 / -1', color: 'text.secondary' }}>
          {t('bg.noMatch')}
        </Typography>
      )}
    </>
  );
}

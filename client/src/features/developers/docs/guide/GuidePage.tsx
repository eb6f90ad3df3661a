import Box from '@mui/material/Box';
import { type Guide, PUBLIC_PAGES } from '@clearcut/schemas/site/pages';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { localPath, type PublicPath } from '../../../../lib/i18n/paths.ts';
import { useLanguage } from '../../../../lib/i18n/useLanguage.ts';
import { Head } from '../../../../ui/page/Head.tsx';
import { TextPage } from '../../../site/TextPage.tsx';
import { REFERENCE } from '../reference.ts';
import type { Block, Inline } from './blocks.ts';
import { GUIDE_STYLES } from './styles.ts';

interface GuidePageProps {
  readonly guide: Guide;
  readonly blocks: readonly Block[];
}

/** A document of the project, in English like the reference. */
export function GuidePage({ guide, blocks }: GuidePageProps) {
  const { t } = useTranslation('docs');
  const language = useLanguage();
  const { path } = PUBLIC_PAGES[guide];
  const title = t(`index.pages.${guide}`);
  return (
    <>
      <Head page={guide} texts="docs" path={path} />
      <TextPage
        title={title}
        isGrouped
        lead={
          <Box component={Link} to={localPath(language, PUBLIC_PAGES.docs.path)} sx={{ color: 'inherit' }}>
            {t('index.title')}
          </Box>
        }
      >
        <Box {...REFERENCE} sx={GUIDE_STYLES}>
          {blocks.map((block, index) => (
            <Shown key={index} block={block} name={headingBefore(blocks, index) ?? title} />
          ))}
        </Box>
      </TextPage>
    </>
  );
}

function headingBefore(blocks: readonly Block[], index: number): string | undefined {
  const heading = blocks.slice(0, index).findLast(({ kind }) => kind === 'heading');
  return heading?.kind === 'heading' ? heading.text : undefined;
}

/** @param name of a region that scrolls sideways, which must be reachable by keyboard */
function Shown({ block, name }: { block: Block; name: string }) {
  switch (block.kind) {
    case 'heading': {
      const Level = block.level === 2 ? 'h2' : 'h3';
      return <Level>{block.text}</Level>;
    }
    case 'paragraph':
      return (
        <p>
          <Marked text={block.text} />
        </p>
      );
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={index}>
              <Marked text={item} />
            </li>
          ))}
        </ul>
      );
    case 'code':
      return (
        <Box component="pre" tabIndex={0} role="region" aria-label={name}>
          {block.text}
        </Box>
      );
    case 'table':
      return <Table rows={block.rows} name={name} />;
  }
}

type Cells = readonly (readonly Inline[])[];

function Table({ rows: [head = [], ...body], name }: { rows: readonly Cells[]; name: string }) {
  return (
    <Box tabIndex={0} role="region" aria-label={name}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Marked text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(([first = [], ...others], index) => (
            <tr key={index}>
              <th scope="row">
                <Marked text={first} />
              </th>
              {others.map((cell, column) => (
                <td key={column}>
                  <Marked text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function Marked({ text }: { text: readonly Inline[] }) {
  const language = useLanguage();
  return text.map((part, index) => {
    if (typeof part === 'string') return <Fragment key={index}>{part}</Fragment>;
    if ('code' in part) return <code key={index}>{part.code}</code>;
    if ('strong' in part) return <strong key={index}>{part.strong}</strong>;
    const { href, label } = part;
    return href.startsWith('/') ? (
      <Link key={index} to={localPath(language, href as PublicPath)}>
        {label}
      </Link>
    ) : (
      <a key={index} href={href}>
        {label}
      </a>
    );
  });
}

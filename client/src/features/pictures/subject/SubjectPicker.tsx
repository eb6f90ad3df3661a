import Box from '@mui/material/Box';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useHandedFocus } from '../../../ui/useHandedFocus.ts';
import { corners, inPicture, type Mark, markAfterKey, markOf, type Place } from './mark.ts';

export interface SubjectPickerProps {
  readonly pictureUrl: string;
  readonly mark: Mark | undefined;
  readonly onMark: (mark: Mark) => void;
  /** Enter confirms the mark. */
  readonly onDone: () => void;
}

const percent = (share: number): string => `${share * 100}%`;
const ring = '0 0 0 2px #ffffff, 0 0 0 4px #12211d';

function placeOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): Place {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return inPicture({ x: (clientX - left) / width, y: (clientY - top) / height });
}

/** The picture, to click or draw a box on. Left is left in every language: it is a picture. */
export function SubjectPicker({ pictureUrl, mark, onMark, onDone }: SubjectPickerProps) {
  const { t } = useTranslation('result');
  const picker = useRef<HTMLDivElement>(null);
  useHandedFocus(picker, 'subject');
  const pressed = useRef<{ readonly pointerId: number; readonly at: Place }>(undefined);

  const press = (event: PointerEvent<HTMLElement>) => {
    // The hand holding a pen may touch the screen first.
    if (event.button !== 0 || (pressed.current !== undefined && event.pointerType !== 'pen')) return;
    const { pointerId } = event;
    event.currentTarget.setPointerCapture(pointerId);
    pressed.current = { pointerId, at: placeOf(event) };
    onMark({ kind: 'point', at: pressed.current.at });
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (pressed.current?.pointerId !== event.pointerId) return;
    onMark(markOf(pressed.current.at, placeOf(event), event.currentTarget.getBoundingClientRect()));
  };
  const release = ({ pointerId }: PointerEvent) => {
    if (pressed.current?.pointerId === pointerId) pressed.current = undefined;
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && mark !== undefined) {
      onDone();
      return;
    }
    const next = markAfterKey(mark, event.key, event.shiftKey);
    if (next === undefined) return;
    event.preventDefault();
    onMark(next);
  };

  return (
    <Box
      ref={picker}
      dir="ltr"
      role="application"
      aria-label={t('subject.label')}
      aria-describedby="subject-help"
      tabIndex={0}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onKeyDown={keyDown}
      sx={{
        position: 'absolute',
        inset: 0,
        overflow: 'hidden',
        cursor: 'crosshair',
        userSelect: 'none',
        // The box takes the whole gesture: scrolling would pull the picture from under the finger.
        touchAction: 'none',
      }}
    >
      <Box
        component="img"
        src={pictureUrl}
        alt=""
        draggable={false}
        sx={{ position: 'absolute', inset: 0, width: '100%', height: '100%', display: 'block' }}
      />
      {mark?.kind === 'point' && (
        <Box
          data-mark="point"
          style={{ left: percent(mark.at.x), top: percent(mark.at.y) }}
          sx={{
            position: 'absolute',
            width: 14,
            height: 14,
            margin: '-7px',
            borderRadius: '50%',
            backgroundColor: 'primary.main',
            boxShadow: ring,
            pointerEvents: 'none',
          }}
        />
      )}
      {mark?.kind === 'box' && <MarkedBox mark={mark} />}
    </Box>
  );
}

function MarkedBox({ mark }: { readonly mark: Extract<Mark, { kind: 'box' }> }) {
  const { start, end } = corners(mark);
  return (
    <Box
      data-mark="box"
      style={{
        left: percent(start.x),
        top: percent(start.y),
        width: percent(end.x - start.x),
        height: percent(end.y - start.y),
      }}
      sx={{
        position: 'absolute',
        boxShadow: `${ring}, 0 0 0 200vmax rgb(8 22 19 / 55%)`,
        pointerEvents: 'none',
      }}
    />
  );
}

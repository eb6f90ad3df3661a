import type { PhotographName } from '@clearcut/schemas/site/photographs';

export interface Original {
  readonly registry: 'debian' | 'pypi';
  readonly name: string;
  readonly version: string;
  /** In a wheel a path; in a Debian package the path of a Qt resource file, then the path within. */
  readonly file: string | readonly [resource: string, inside: string];
  /** SHA-256 of the file, in hex. */
  readonly digest: string;
  /** Pixels of the file; 4 : 3. */
  readonly crop: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

const gcompris = { registry: 'debian', name: 'gcompris-qt-data', version: '3.1-2' } as const;
const RCC = 'usr/share/gcompris-qt/rcc';
const ACTIVITIES = 'gcompris/src/activities';

/** Where the photographs of `PHOTOGRAPHS` come from. */
export const ORIGINALS: Readonly<Record<PhotographName, Original>> = {
  cat: {
    ...gcompris,
    file: [`${RCC}/erase.rcc`, `${ACTIVITIES}/erase/resource/kitten.webp`],
    digest: 'c6f3a52585a3d6179c78e15375a9d9b11f37bfd0ac33b477f3b67cda06c59727',
    crop: { left: 400, top: 60, width: 1280, height: 960 },
  },
  dog: {
    ...gcompris,
    file: [`${RCC}/explore_farm_animals.rcc`, `${ACTIVITIES}/explore_farm_animals/resource/animals/dog.webp`],
    digest: '5e9d9544495740101e4cfff817d986b683731112b2cf17fde2e4c2a26c3c5314',
    crop: { left: 0, top: 0, width: 1024, height: 768 },
  },
  flower: {
    registry: 'pypi',
    name: 'scikit-learn',
    version: '1.9.1',
    file: 'sklearn/datasets/images/flower.jpg',
    digest: 'a77f6ec41e353afdf8bdff2ea981b2955535d8d83294f8cfa49cf4e423dd5638',
    crop: { left: 60, top: 0, width: 500, height: 375 },
  },
  astronaut: {
    registry: 'pypi',
    name: 'scikit-image',
    version: '0.26.0',
    file: 'skimage/data/astronaut.png',
    digest: '88431cd9653ccd539741b555fb0a46b61558b301d4110412b5bc28b5e3ea6cb5',
    crop: { left: 0, top: 0, width: 460, height: 345 },
  },
};

interface Photograph {
  readonly by: string;
  readonly licence: string;
  /** The licence's text; absent: public domain without one. */
  readonly terms?: string;
  readonly source: string;
  /** The package that holds the photograph and states these terms. */
  readonly from: string;
}

/** Photographs that the public pages show, by others. */
export const PHOTOGRAPHS = {
  cat: {
    by: 'GalgenTX',
    licence: 'CC BY 2.0',
    terms: 'https://creativecommons.org/licenses/by/2.0/',
    source: 'https://commons.wikimedia.org/wiki/File:A_posing_kitten_(Flickr).jpg',
    from: 'gcompris-qt-data 3.1-2',
  },
  dog: {
    by: 'Hans Kemperman',
    licence: 'Public Domain',
    source: 'https://commons.wikimedia.org/wiki/File:German-shepherd-4040871920._(2).jpg',
    from: 'gcompris-qt-data 3.1-2',
  },
  flower: {
    by: 'vultilion',
    licence: 'CC BY 2.0',
    terms: 'https://creativecommons.org/licenses/by/2.0/',
    source: 'https://www.flickr.com/photos/vultilion/6056698931/',
    from: 'scikit-learn 1.9.1',
  },
  astronaut: {
    by: 'NASA',
    licence: 'Public Domain',
    source: 'https://flic.kr/p/r9qvLn',
    from: 'scikit-image 0.26.0',
  },
} as const satisfies Readonly<Record<string, Photograph>>;

export type PhotographName = keyof typeof PHOTOGRAPHS;
export const PHOTOGRAPH_NAMES = Object.keys(PHOTOGRAPHS) as PhotographName[];

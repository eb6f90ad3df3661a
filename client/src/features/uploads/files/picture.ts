/** The person's own picture, shown while the server works on it. */
export interface Picture {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Measures a picture so that its place can be kept before it is drawn.
 * @param url an object URL or an address of ours
 * @returns undefined when the browser cannot decode it: the server will say what is wrong with it.
 */
export async function measurePicture(url: string): Promise<Picture | undefined> {
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  return { url, width: image.naturalWidth, height: image.naturalHeight };
}

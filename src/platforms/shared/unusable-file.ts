/** A file that can be used neither now nor later: it no longer exists, or it cannot be converted. The cause says which. */
export class UnusableFile extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause })
  }
}

/** For a cover, without which the video is published: null if its file cannot be used. */
export async function unlessUnusable<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof UnusableFile) return null
    throw error
  }
}

/** By the code of the system, what is wrong with a file or folder. */
const sentences: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file or folder ${path}.`,
  ENOTDIR: (path) => `A part of ${path} is a file, not a folder.`,
  EISDIR: (path) => `${path} is a folder. Name a file.`,
  EACCES: (path) => `This user may not open ${path}. Change its rights, or choose another place.`,
  EPERM: (path) => `This user may not change ${path}. Change its rights, or choose another place.`,
  EROFS: (path) => `${path} is on a disk that can’t be written. Choose another place.`,
  EEXIST: (path) => `${path} already exists.`,
  ENOSPC: (path) => `The disk of ${path} is full.`,
  EBUSY: (path) => `Another program uses ${path}. Close it, then try again.`,
  ELOOP: (path) => `${path} is a link that leads back to itself.`,
  ENAMETOOLONG: (path) => `The name ${path} is too long.`,
}

/** A sentence about what is wrong with the file of the error; null: the error is about something else. */
export function fileSentence(error: unknown, file?: string): string | null {
  const { code = '', path = file } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  return path === undefined ? null : (sentences[code]?.(path) ?? null)
}

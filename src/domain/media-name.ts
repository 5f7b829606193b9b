const maxLength = 255

/** The last part of a path, without what no screen shows or what could mislead; null if nothing is left. */
export function mediaName(path: string): string | null {
  const last = path.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const name = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return /^\.*$/.test(name) ? null : [...name].slice(0, maxLength).join('')
}

/** The name of the file behind a URL. */
export function nameInUrl(url: string): string | null {
  const { pathname } = new URL(url)
  try {
    return mediaName(decodeURIComponent(pathname))
  } catch {
    return mediaName(pathname)
  }
}

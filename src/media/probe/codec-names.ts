/** One name per codec, as in ffmpeg, for the different names in containers. Keys are in lower case. */
const names: Readonly<Record<string, string>> = {
  avc: 'h264',
  avc1: 'h264',
  avc3: 'h264',
  h264: 'h264',
  x264: 'h264',
  hev1: 'hevc',
  hvc1: 'hevc',
  h265: 'hevc',
  mp4v: 'mpeg4',
  'v_mpeg4/iso/asp': 'mpeg4',
  'v_mpeg4/iso/sp': 'mpeg4',
  xvid: 'mpeg4',
  divx: 'mpeg4',
  dx50: 'mpeg4',
  fmp4: 'mpeg4',
  v_mpeg1: 'mpeg1video',
  mpg1: 'mpeg1video',
  v_mpeg2: 'mpeg2video',
  mpg2: 'mpeg2video',
  mjpg: 'mjpeg',
  jpeg: 'mjpeg',
  v_mjpeg: 'mjpeg',
  apch: 'prores',
  apcn: 'prores',
  apcs: 'prores',
  apco: 'prores',
  ap4h: 'prores',
  ap4x: 'prores',
  v_prores: 'prores',
  a_ac3: 'ac3',
  'ac-3': 'ac3',
  'ec-3': 'eac3',
  a_eac3: 'eac3',
  a_dts: 'dts',
  'a_mpeg/l2': 'mp2',
  alac: 'alac',
  a_alac: 'alac',
}

/** Maximum length of a codec name in a container; anything longer is not a name. */
const maxNameLength = 32

/** The common name of a codec; for an unknown codec, the name in the container if it is a valid name. */
export function codecName(name: string): string | null {
  const lower = name.trim().toLowerCase()
  if (/^[ua]?law$/.test(lower) || lower.startsWith('pcm')) return 'pcm'
  const known = names[lower]
  if (known) return known
  return /^[a-z0-9_./-]+$/.test(lower) && lower.length <= maxNameLength ? lower : null
}

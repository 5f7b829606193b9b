/** One name per codec, as ffmpeg writes it, whatever a container calls it. Keys are in lower case. */
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

/** The longest name that a container gives; more is no name. */
const maxNameLength = 32

/** A codec's common name; of one that is not known, the container's own name for it, if that is one. */
export function codecName(name: string): string | null {
  const lower = name.trim().toLowerCase()
  if (/^[ua]?law$/.test(lower) || lower.startsWith('pcm')) return 'pcm'
  const known = names[lower]
  if (known) return known
  return /^[a-z0-9_./-]+$/.test(lower) && lower.length <= maxNameLength ? lower : null
}

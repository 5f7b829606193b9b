/** The icons of the dashboard: 16 by 16, one line. */
const shapes = {
  bell: (
    <>
      <path d="M4.2 10.6V7a3.8 3.8 0 0 1 7.6 0v3.6l1.3 1.6H2.9zM6.6 14h2.8" />
    </>
  ),
  views: (
    <>
      <path d="M4 13V8M8 13V3M12 13V6" />
    </>
  ),
  comment: (
    <>
      <path d="M13.6 7.6c0 2.8-2.5 5-5.6 5-.8 0-1.6-.1-2.3-.4l-3 1 .9-2.6a4.7 4.7 0 0 1-1.2-3c0-2.8 2.5-5 5.6-5s5.6 2.2 5.6 5z" />
    </>
  ),
  calendar: (
    <>
      <rect x="2.2" y="3" width="11.6" height="10.8" rx="1.5" />
      <path d="M2.2 6.5h11.6M5.4 1.6v2.6M10.6 1.6v2.6" />
    </>
  ),
  chart: (
    <>
      <path d="M2.2 13.5h11.6M2.5 10.2l3.3-3.4 2.7 2.2 4.8-5.4" />
    </>
  ),
  check: (
    <>
      <path d="m3.4 8.4 3 3 6.2-6.6" />
    </>
  ),
  close: (
    <>
      <path d="m4.2 4.2 7.6 7.6M11.8 4.2l-7.6 7.6" />
    </>
  ),
  copy: (
    <>
      <rect x="5.4" y="5.4" width="8" height="8" rx="1.2" />
      <path d="M10.6 5.2V3.6a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h1.6" />
    </>
  ),
  down: (
    <>
      <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />
    </>
  ),
  edit: (
    <>
      <path d="m3 10.6-.5 2.9 2.9-.5 7.3-7.3-2.4-2.4zM9 4.6 11.4 7" />
    </>
  ),
  open: (
    <>
      <path d="M6.4 3.4H3.6a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V9.6M9.2 2.6h4.2v4.2M13.2 2.8 7.6 8.4" />
    </>
  ),
  filter: (
    <>
      <path d="M2.5 4.2h11M4.6 8h6.8M6.6 11.8h2.8" />
    </>
  ),
  'comment-first': (
    <>
      <path d="M3 3.4h10v6.4H7.4L4.6 12V9.8H3z" />
    </>
  ),
  flask: (
    <>
      <path d="M6.2 2h3.6M6.8 2v4.2L3 12.6a1 1 0 0 0 .9 1.4h8.2a1 1 0 0 0 .9-1.4L9.2 6.2V2M4.9 9.8h6.2" />
    </>
  ),
  heart: (
    <>
      <path d="M8 13.2C4.6 10.8 2.4 8.8 2.4 6.2a2.9 2.9 0 0 1 5.6-1.1 2.9 2.9 0 0 1 5.6 1.1c0 2.6-2.2 4.6-5.6 7z" />
    </>
  ),
  webhook: (
    <>
      <circle cx="4.2" cy="11.2" r="2.2" />
      <circle cx="11.8" cy="11.2" r="2.2" />
      <circle cx="8" cy="4.6" r="2.2" />
      <path d="M6.9 6.5 5.3 9.3M9.1 6.5l1.6 2.8M6.4 11.2h3.2" />
    </>
  ),
  image: (
    <>
      <rect x="2" y="2.8" width="12" height="10.4" rx="1.5" />
      <circle cx="5.4" cy="6.1" r="1.1" />
      <path d="m2.4 11.4 3.4-2.9 2.3 1.8 2.6-2.7 3.1 3" />
    </>
  ),
  inbox: (
    <>
      <path d="M2.2 8.8 4 3.2h8l1.8 5.6v3.6a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1zM2.4 8.8h3.2c.2 1.3 1.1 2.1 2.4 2.1s2.2-.8 2.4-2.1h3.2" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 7.4v3.4M8 5.1v.1" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="2.8" />
      <path d="m7 9 6-6M11 5l2 2" />
    </>
  ),
  layers: (
    <>
      <path d="m8 2.5 6 3-6 3-6-3z" />
      <path d="m2 8.2 6 3 6-3M2 10.8l6 3 6-3" />
    </>
  ),
  left: (
    <>
      <path d="M9.5 4.5 6 8l3.5 3.5" />
    </>
  ),
  logo: (
    <>
      <path d="M8 1.8v12.4M8 4h4.6l1.4 1.5L12.6 7H8M8 8.2H3.9L2.5 9.7l1.4 1.5H8" />
    </>
  ),
  more: (
    <>
      <path d="M3.6 8h.01M8 8h.01M12.4 8h.01" strokeWidth="2" />
    </>
  ),
  move: (
    <>
      <rect x="2.2" y="3" width="11.6" height="10.8" rx="1.5" />
      <path d="M2.2 6.2h11.6M5.4 10h5M8.6 8.2l1.9 1.8-1.9 1.8" />
    </>
  ),
  people: (
    <>
      <circle cx="6" cy="5.4" r="2.6" />
      <path d="M1.6 13.4c.4-2.5 2.1-3.8 4.4-3.8s4 1.3 4.4 3.8M10.6 3.1a2.5 2.5 0 0 1 0 4.6M12.2 10.1c1.2.5 2 1.6 2.2 3.3" />
    </>
  ),
  play: (
    <>
      <path d="M5.2 3.4v9.2L12.4 8z" fill="currentColor" />
    </>
  ),
  plus: (
    <>
      <path d="M8 3v10M3 8h10" />
    </>
  ),
  posts: (
    <>
      <path d="M2.5 4h11M2.5 8h11M2.5 12h7" />
    </>
  ),
  repost: (
    <>
      <path d="M4.4 12.6V5.4a1 1 0 0 1 1-1h5.2M2.4 10.6l2 2 2-2M11.6 3.4v7.2a1 1 0 0 1-1 1H5.8M13.6 5.4l-2-2-2 2" />
    </>
  ),
  retry: (
    <>
      <path d="M13 8a5 5 0 1 1-1.6-3.7M13.2 2.4v2.8h-2.8" />
    </>
  ),
  right: (
    <>
      <path d="M6.5 4.5 10 8l-3.5 3.5" />
    </>
  ),
  bookmark: (
    <>
      <path d="M4 2.4h8v11.2L8 10.6l-4 3z" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.4 10.4 3.1 3.1" />
    </>
  ),
  send: (
    <>
      <path d="M13.6 2.4 2.4 6.8l4.4 2.4 2.4 4.4zM13.6 2.4 6.8 9.2" />
    </>
  ),
  sliders: (
    <>
      <path d="M2.5 4.6h6M12 4.6h1.5M2.5 11.4h1.5M7.5 11.4h6" />
      <circle cx="10.2" cy="4.6" r="1.7" />
      <circle cx="5.8" cy="11.4" r="1.7" />
    </>
  ),
  stop: (
    <>
      <path d="M5.6 2.2h4.8l3.4 3.4v4.8l-3.4 3.4H5.6l-3.4-3.4V5.6zM8 5v3.4M8 10.8v.1" />
    </>
  ),
  like: (
    <>
      <path d="M2.4 7.2h2.4v6H2.4zM4.8 7.4 7.6 2.6c1.2 0 1.8.9 1.6 2L8.8 6.6h3.4a1.4 1.4 0 0 1 1.4 1.7l-.8 3.8a1.4 1.4 0 0 1-1.4 1.1H4.8" />
    </>
  ),
  trash: (
    <>
      <path d="M2.8 4.4h10.4M6.2 4.2V2.6h3.6v1.6M4 4.6l.6 8.2a1 1 0 0 0 1 .9h4.8a1 1 0 0 0 1-.9l.6-8.2" />
    </>
  ),
  upload: (
    <>
      <path d="M8 10.4V2.6M4.8 5.6 8 2.4l3.2 3.2M2.6 10v2.6a1 1 0 0 0 1 1h8.8a1 1 0 0 0 1-1V10" />
    </>
  ),
  warn: (
    <>
      <path d="M8 2.4 14 13H2zM8 6.6v3M8 11.2v.1" />
    </>
  ),
  'arrow-up': (
    <>
      <path d="M8 2.6 3 8h3v5.2h4V8h3z" />
    </>
  ),
  'arrow-down': (
    <>
      <path d="M8 13.4 13 8h-3V2.8H6V8H3z" />
    </>
  ),
  share: (
    <>
      <path d="M9 3.2 14 8l-5 4.6V9.8c-3.6 0-5.6 1.2-7 3.4.4-4 2.6-6.6 7-7z" />
    </>
  ),
  music: (
    <>
      <path d="M6 12V3.4l7-1.2v8.2" />
      <circle cx="4.2" cy="12" r="1.8" />
      <circle cx="11.2" cy="10.4" r="1.8" />
    </>
  ),
  globe: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M2.2 8h11.6M8 2.2c3.6 3.6 3.6 8 0 11.6-3.6-3.6-3.6-8 0-11.6z" />
    </>
  ),
} as const

export type IconName = keyof typeof shapes

interface Props {
  readonly name: IconName
  readonly size?: number
  /** Only for an icon that stands alone. */
  readonly label?: string
}

export function Icon({ name, size = 16, label }: Props) {
  const names = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className="icon" viewBox="0 0 16 16" width={size} height={size} {...names}>
      {shapes[name]}
    </svg>
  )
}

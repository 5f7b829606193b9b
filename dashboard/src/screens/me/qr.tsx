import classes from './me.module.css'
import { qrCode } from './qr.ts'

/** In modules: readers need a quiet zone around the code. */
const quiet = 4

/** A QR code for the camera of a phone. Nothing if the text is too long for one: it stands beside it as text. */
export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = qrCode(text)
  if (rows === null) return null
  const size = rows.length + 2 * quiet
  const path = rows
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

import { Icon } from '../../parts/icon.tsx'
import classes from './parts.module.css'
import type { ShownFile } from './shown.ts'

/** A still picture of a file that fills its place. */
export function Still({ file: { url, kind, cover } }: { readonly file: ShownFile }) {
  if (kind === 'image' || cover !== null)
    return <img className={classes.fill} src={cover ?? url} alt="" loading="lazy" />
  return <video className={classes.fill} src={`${url}#t=0.1`} preload="metadata" muted playsInline tabIndex={-1} />
}

/** Where something has to come before the platform takes the post. */
export function Missing({ children }: { readonly children: string }) {
  return (
    <div className={classes.missing}>
      <Icon name="image" size={24} />
      {children}
    </div>
  )
}

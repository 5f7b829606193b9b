import type { ProfileFace } from '../data/profiles.ts'
import classes from './profile-picture.module.css'

interface Props {
  readonly profile: Pick<ProfileFace, 'name' | 'picture_url' | 'color'>
  /** In pixels. */
  readonly size?: 16 | 20 | 28
}

/** The letter is seen then. The element stays: React removes it when another profile comes. */
function hide({ currentTarget }: { readonly currentTarget: HTMLImageElement }): void {
  currentTarget.hidden = true
}

/** The picture of a profile, or the first letter of its name on a colour. The name stands beside it. */
export function ProfilePicture({ profile: { name, picture_url, color }, size = 20 }: Props) {
  const [letter = ''] = name
  const style = { width: size, height: size, fontSize: size * 0.55, background: `var(--pp-id-${color})` }
  return (
    <span className={classes.picture} style={style} aria-hidden="true">
      {letter.toUpperCase()}
      {picture_url !== null && <img key={picture_url} src={picture_url} alt="" loading="lazy" onError={hide} />}
    </span>
  )
}

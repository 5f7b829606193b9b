import type { Profile } from '@polypost/sdk'
import { inOrder } from '../data/platforms.ts'
import classes from './profile-picture.module.css'

export type ProfileFace = Pick<Profile, 'id' | 'name' | 'platform_profiles'>

interface Props {
  readonly profile: ProfileFace
  /** In pixels. */
  readonly size?: 16 | 20 | 28
}

/** How many colours there are: `--pp-id-0` and so on. */
const colours = 10

/** The same one everywhere and always. */
const colourOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % colours

/** Of the first connected account that has a picture. */
const pictureOf = ({ platform_profiles }: ProfileFace): string | null =>
  inOrder(Object.entries(platform_profiles), ([platform]) => platform).find(
    ([, { picture_url }]) => picture_url !== null,
  )?.[1].picture_url ?? null

/** The picture of a profile, or the first letter of its name on a colour. The name stands beside it. */
export function ProfilePicture({ profile, size = 20 }: Props) {
  const picture = pictureOf(profile)
  const [letter = ''] = profile.name
  return (
    <span
      className={classes.picture}
      style={{ width: size, height: size, fontSize: size * 0.55, background: `var(--pp-id-${colourOf(profile.id)})` }}
      aria-hidden="true"
    >
      {letter.toUpperCase()}
      {picture !== null && (
        <img src={picture} alt="" loading="lazy" onError={({ currentTarget }) => currentTarget.remove()} />
      )}
    </span>
  )
}

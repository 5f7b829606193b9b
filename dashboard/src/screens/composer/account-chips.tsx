import type { Finding, Preview, Profile } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { type PlatformName, titleOf, useOffered } from '../../data/platforms.ts'
import { Mark } from '../../parts/mark.tsx'
import { useWords } from '../../words/words.ts'
import { ChipState, useChipText } from './chip-state.tsx'
import classes from './chips.module.css'
import { composerWords } from './composer-words.ts'

interface Props {
  readonly profile: Profile
  readonly chosen: readonly PlatformName[]
  readonly previews: readonly Preview[]
  readonly findings: readonly Finding[]
  readonly onToggle: (platform: PlatformName) => void
}

/** Where the post goes: one cell for each platform, always in the same order. */
export const AccountChips = memo(function AccountChips({ profile, chosen, previews, findings, onToggle }: Props) {
  const t = useWords(composerWords)
  const offered = useOffered()
  return (
    <fieldset className={classes.group} id="accounts">
      <legend className="hidden-text">{t.where}</legend>
      <div className={classes.chips}>
        {offered.map((platform) =>
          profile.platform_profiles[platform] === undefined ? (
            <Unconnected key={platform} platform={platform} profileId={profile.id} />
          ) : (
            <Chip
              key={platform}
              platform={platform}
              isOn={chosen.includes(platform)}
              preview={previews.find((preview) => preview.platform === platform)}
              findings={findings.filter((finding) => finding.platform === platform)}
              onToggle={onToggle}
            />
          ),
        )}
      </div>
    </fieldset>
  )
})

interface ChipProps {
  readonly platform: PlatformName
  readonly isOn: boolean
  readonly preview: Preview | undefined
  readonly findings: readonly Finding[]
  readonly onToggle: (platform: PlatformName) => void
}

function Chip({ platform, isOn, preview, findings, onToggle }: ChipProps) {
  const { text, isBad } = useChipText({ isOn, preview, findings })
  return (
    <label className={classes.chip} data-off={!isOn || undefined}>
      <input type="checkbox" checked={isOn} onChange={() => onToggle(platform)} id={`account-${platform}`} />
      <Mark platform={platform} off={!isOn} />
      <span className={classes.name}>{titleOf(platform)}</span>
      <span className={classes.fact} data-bad={isBad || undefined}>
        {text}
      </span>
      <ChipState isOn={isOn} preview={preview} findings={findings} />
    </label>
  )
}

function Unconnected({ platform, profileId }: { readonly platform: PlatformName; readonly profileId: string }) {
  const t = useWords(composerWords)
  return (
    // The screen of accounts is another one; what is written here is saved.
    <Link to="/p/$profile/accounts" params={{ profile: profileId }} className={classes.chip} data-off>
      <Mark platform={platform} off />
      <span className={classes.name}>{titleOf(platform)}</span>
      <span className={classes.fact}>
        <span className={classes.connect}>{t.connect}</span>
      </span>
    </Link>
  )
}

import { NativeSelect } from '@mantine/core'
import type { Finding } from '@polypost/sdk'
import type { PlatformName } from '../../data/platforms.ts'
import { titleOf } from '../../data/platforms.ts'
import { lazily } from '../../parts/lazily.tsx'
import { Mark } from '../../parts/mark.tsx'
import { useWords } from '../../words/words.ts'
import classes from './composer.module.css'
import { composerWords } from './composer-words.ts'
import { type Content, withOptions } from './content.ts'

const PlatformOptions = lazily(async () => (await import('./options/platform-options.tsx')).PlatformOptions)

interface Props {
  readonly content: Content
  /** Whose options are open; null: none, only what all have. */
  readonly platform: PlatformName | null
  readonly onPlatform: (platform: PlatformName) => void
  readonly onChange: (change: (content: Content) => Content) => void
  readonly findings: readonly Finding[]
  readonly profileId: string
}

/** The other choices: for the whole post, and for each platform. */
export function OptionsPanel({ content, platform, onPlatform, onChange, findings, profileId }: Props) {
  const t = useWords(composerWords)
  return (
    <section className={`${classes.part} ${classes.fields}`} id="options" aria-label={t.options}>
      <AutoReply value={content.autoReply} onChange={(autoReply) => onChange((now) => ({ ...now, autoReply }))} />
      <fieldset className={classes.platforms}>
        <legend className="hidden-text">{t.optionsOf}</legend>
        {content.platforms.map((name) => (
          <label key={name} data-on={name === platform || undefined}>
            <input type="radio" name="options-of" checked={name === platform} onChange={() => onPlatform(name)} />
            <Mark platform={name} />
            {titleOf(name)}
          </label>
        ))}
      </fieldset>
      {platform !== null && (
        <PlatformOptions
          key={platform}
          platform={platform}
          value={content.options[platform] ?? noOptions}
          onChange={(value) => onChange((now) => withOptions(now, platform, value))}
          findings={findings}
          profileId={profileId}
        />
      )}
    </section>
  )
}

const noOptions = {}

interface AutoReplyProps {
  readonly value: boolean | null
  readonly onChange: (value: boolean | null) => void
}

function AutoReply({ value, onChange }: AutoReplyProps) {
  const t = useWords(composerWords)
  const choices = [
    { value: 'null', label: t.asProfile },
    { value: 'true', label: t.yes },
    { value: 'false', label: t.no },
  ]
  return (
    <NativeSelect
      label={t.autoReply}
      data={choices}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === 'null' ? null : currentTarget.value === 'true')}
    />
  )
}

import { Button } from '@mantine/core'
import type { Finding } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { memo, useState } from 'react'
import { type PlatformName, platformsQuery, titleOf } from '../../../data/platforms.ts'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { usePlatformWords } from '../../../platforms/loaded.ts'
import { useWords } from '../../../words/words.ts'
import type { Options } from '../content.ts'
import { AskedField } from './asked-field.tsx'
import { OptionField } from './option-field.tsx'
import { type Field, fieldsOf, valueAt, withValue } from './option-fields.ts'
import { optionWords } from './option-words.ts'
import classes from './options.module.css'

interface Props {
  readonly platform: PlatformName
  /** With its own text, which is written elsewhere. */
  readonly value: Options
  readonly onChange: (value: Options) => void
  /** All findings; those about options of this platform stand beside their fields. */
  readonly findings: readonly Finding[]
  readonly profileId: string
}

/** The options of one platform, as a form made from the rules of the service. */
export const PlatformOptions = memo(function PlatformOptions(props: Props) {
  const { platform, value, findings } = props
  const t = useWords(optionWords)
  const { first: named } = usePlatformWords(platform)
  const { data, error, refetch } = useQuery(platformsQuery)
  const [isOpen, setOpen] = useState(false)
  if (error && !data) return <ReadError what={t.rules} error={error} retry={refetch} />
  const rules = data?.platforms.find(({ name }) => name === platform)
  if (rules === undefined) return <Skeleton rows={2} />
  const all = fieldsOf(rules.options)
  if (all.length === 0) return <p className="third">{t.noOptions(titleOf(platform))}</p>
  const { first, rest } = sorted(all, named)
  // Options that are set, or have a finding, must not be overlooked.
  const mustShow = rest.some(
    (field) => valueAt(value, field.path) !== undefined || findingAbout(field, platform, findings) !== undefined,
  )
  return (
    <div className={classes.options}>
      <Fields fields={first} asked={rules.choices} {...props} />
      {rest.length > 0 && !mustShow && (
        <Button variant="subtle" size="xs" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t.more}
        </Button>
      )}
      {(isOpen || mustShow) && <Fields fields={rest} asked={rules.choices} {...props} />}
    </div>
  )
})

interface FieldsProps extends Props {
  readonly fields: readonly Field[]
  /** Options whose values the platform is asked for. */
  readonly asked: readonly string[]
}

function Fields({ fields, asked, value, onChange, findings, platform, profileId }: FieldsProps) {
  return (
    <div className={classes.fields}>
      {fields.map((field) => {
        const props = {
          platform,
          field,
          value: valueAt(value, field.path),
          onChange: (next: unknown) => onChange(withValue(value, field.path, next)),
          error: findingAbout(field, platform, findings),
        }
        const key = field.path.join('.')
        return asked.includes(key) ? (
          <AskedField key={key} profileId={profileId} {...props} />
        ) : (
          <OptionField key={key} {...props} />
        )
      })}
    </div>
  )
}

function sorted(all: readonly Field[], named: readonly string[] | undefined) {
  if (named === undefined) return { first: all, rest: [] }
  const rank = ({ path: [name] }: Field) => named.indexOf(name)
  return {
    first: all.filter((field) => rank(field) !== -1).toSorted((one, other) => rank(one) - rank(other)),
    rest: all.filter((field) => rank(field) === -1),
  }
}

const findingAbout = ({ path }: Field, platform: string, findings: readonly Finding[]): string | undefined => {
  const at = `platform_options.${platform}.${path[0]}`
  return findings.find((finding) => finding.path === at || finding.path?.startsWith(`${at}.`))?.message
}

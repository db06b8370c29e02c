import { useQuery } from '@tanstack/react-query'
import { UserRoundX, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Credit } from '#contract/credits.ts'
import { displayName } from '#contract/display-name.ts'
import { searchQuery } from '#web/api/search.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { TextField } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

const roles = [
  'Vocals',
  'Guitar',
  'Bass',
  'Drums',
  'Keys',
  'Strings',
  'Songwriter',
  'Lyrics',
  'Composer',
  'Producer',
  'Recording',
  'Mixing',
  'Mastering',
  'Remix',
  'Cover art',
]
const rolesId = 'suggested-roles'

/** Once for all rows of a form; any other text is possible. */
export const RoleSuggestions = () => (
  <datalist id={rolesId}>
    {roles.map((role) => (
      <option key={role} value={role} />
    ))}
  </datalist>
)

type Member = { id: string; name: string }
type FieldProps = Partial<ComponentProps<typeof TextField>>
type CreditFieldsProps = {
  number: number
  role: FieldProps
  name: FieldProps
  value: { name: string; userId?: string | null | undefined }
  status: Credit['status'] | undefined
  onMember: (member: Member | null) => void
  onRemove: () => void
}

export function CreditFields(props: CreditFieldsProps) {
  const { number, role, name, value, status, onMember, onRemove } = props
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-2.5 tablet:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
      <legend className="sr-only">Credit {number}</legend>
      <TextField label="Role" list={rolesId} autoComplete="off" {...role} />
      <div className="max-tablet:order-1 max-tablet:col-span-full">
        <TextField label="Name" autoComplete="off" {...name} />
      </div>
      <IconButton label={`Remove credit ${number}`} onClick={onRemove} className="mt-8">
        <X />
      </IconButton>
      <div className="col-span-full empty:hidden max-tablet:order-2">
        {value.userId ? (
          <LinkedMember status={status} onUnlink={() => onMember(null)} />
        ) : (
          <FoundMembers text={value.name} onMember={onMember} />
        )}
      </div>
    </fieldset>
  )
}

const statusTexts = {
  pending: 'A member of this site, who is asked to accept.',
  accepted: 'A member of this site, who has accepted.',
  refused: 'A member of this site, who does not want to be linked.',
}

type LinkedMemberProps = { status: Credit['status'] | undefined; onUnlink: () => void }

function LinkedMember({ status = 'pending', onUnlink }: LinkedMemberProps) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      {statusTexts[status]}
      <IconButton label="Do not link the member" size="small" onClick={onUnlink}>
        <UserRoundX />
      </IconButton>
    </p>
  )
}

const debounceMs = 200
const maxMembers = 3

/** Members whose name was typed: without choosing one, the name is text. */
function FoundMembers({ text, onMember }: { text: string; onMember: (member: Member) => void }) {
  const q = useDebounced(text.trim(), debounceMs)
  const { data } = useQuery({ ...searchQuery(q, maxMembers), enabled: q.length > 1 })
  const members = q.length > 1 ? (data?.users ?? []) : []
  return (
    <div role="status" className="empty:hidden">
      {members.length > 0 && (
        <ul aria-label="Members with this name" className="flex flex-wrap gap-2">
          {members.map((user) => (
            <li key={user.id} className="max-w-full">
              <button
                type="button"
                onClick={() => onMember({ id: user.id, name: displayName(user) })}
                className="flex max-w-full items-center gap-2 rounded-full border border-line-strong py-1 pr-3.5 pl-1 text-sm hover:bg-raised"
              >
                <Avatar size="small" user={user} />
                <span className="truncate">
                  Link {displayName(user)} <span className="text-faint">@{user.username}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

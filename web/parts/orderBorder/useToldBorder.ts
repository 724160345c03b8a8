import { useEffect, useState } from 'react'
import { type BorderEffectFragment, PreviewOrderBorderDocument } from '#web/api/generated/graphql.ts'
import type { ApiProblem } from '#web/api/problems.ts'
import { useChange } from '#web/api/useChange.ts'
import { actingUserId } from '#web/base/actingPerson.ts'

/** A border of orders and where it would go (UTC ms). */
export type AskedBorder = { readonly at: number; readonly newAt: number }

/** What moving a border would do; both null until it is known, `problem` = why it cannot be moved there. */
export type ToldBorder = { readonly effect: BorderEffectFragment | null; readonly problem: ApiProblem | null }

const NOTHING: ToldBorder = { effect: null, problem: null }

/** So long a border rests before it is asked what moving it there would do. */
const REST_MS = 120

/** Returns what moving the border of orders would do, asked once it rests (domain.md F-5); nothing is asked for null, for a border that stays, and for one that is moved already. */
export function useToldBorder(workCenterId: number, border: AskedBorder | null, isMoved = false): ToldBorder {
  const [told, setTold] = useState<(ToldBorder & { readonly key: string }) | null>(null)
  const preview = useChange(PreviewOrderBorderDocument)
  const key = border === null || border.newAt === border.at ? null : `${border.at} ${border.newAt}`
  useEffect(() => {
    if (border === null || key === null || isMoved) return
    let isLeft = false
    const rest = setTimeout(async () => {
      const { data, problems } = await preview.run(borderVariables(workCenterId, border))
      if (!isLeft) setTold({ key, effect: data?.moveJobOrderBorder ?? null, problem: problems[0] ?? null })
    }, REST_MS)
    return () => {
      isLeft = true
      clearTimeout(rest)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the key says which move it is
  }, [workCenterId, key, isMoved])
  return key !== null && told?.key === key ? told : NOTHING
}

/** Returns what is sent to move a border, or to ask what that would do: for who works at a station in their name. */
export function borderVariables(workCenterId: number, { at, newAt }: AskedBorder) {
  return {
    workCenterId,
    borderAt: new Date(at).toISOString(),
    newAt: new Date(newAt).toISOString(),
    actingUserId: actingUserId(),
  }
}

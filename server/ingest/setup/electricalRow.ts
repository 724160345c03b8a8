/** Returns primary over secondary: `600/5` is 120; 1 where none was entered (domain.md S-10). */
export function toRatio(code: string | null): number {
  const [primary = 1, secondary = 1] = (code ?? '1/1').split('/').map(Number)
  return secondary > 0 && primary > 0 ? primary / secondary : 1
}

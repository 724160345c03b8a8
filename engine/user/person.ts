/** Returns the name as people read it, or the e-mail address when no name is known. */
export function fullName(person: { readonly firstName: string; readonly lastName: string; readonly email: string }): string {
  return `${person.firstName} ${person.lastName}`.trim() || person.email
}

/** Returns up to two capitals for an avatar: of first and last name, else of the e-mail address. */
export function initials(person: { readonly firstName: string; readonly lastName: string; readonly email: string }): string {
  const letters = [person.firstName, person.lastName].flatMap((name) => Array.from(name.trim()).slice(0, 1))
  return (letters.length > 0 ? letters : Array.from(person.email).slice(0, 1)).join('').toUpperCase()
}

/** Returns whether the text is an e-mail address as the forms accept it: no blanks, one @, a dot in the domain, 254 characters at most. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text)
}

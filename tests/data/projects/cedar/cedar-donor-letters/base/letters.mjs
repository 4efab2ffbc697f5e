// Thank-you letters of the museum's patrons office.
export function fill(template, fields) {
  let letter = template;
  for (const [name, value] of Object.entries(fields)) {
    letter = letter.split(`{{${name}}}`).join(value);
  }
  return letter;
}

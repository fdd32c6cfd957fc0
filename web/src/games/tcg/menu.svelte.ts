/** Whether the menu of the match is open: its button stands in the header, its content on the screen. */
class Menu {
  open = $state(false);
}
export const menu = new Menu();

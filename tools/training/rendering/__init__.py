"""Parts of `render.py`: `catalogue` and `plan` outside of Blender, the other modules inside of it."""

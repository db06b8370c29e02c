-- expand
ALTER TABLE "reported_items" DROP CONSTRAINT "reported_items_one";--> statement-breakpoint
DROP INDEX "comments_of_user";--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "position" double precision;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "edited_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "is_pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "reported_items" ADD COLUMN "comment_id" uuid;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "comments_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id_comments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comments_of_comment" ON "comments" USING btree ("parent_id","created_at") WHERE parent_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "comments_one_pinned" ON "comments" USING btree ("track_id") WHERE is_pinned;--> statement-breakpoint
CREATE INDEX "comments_of_user" ON "comments" USING btree ("user_id","track_id");--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_comment_id_unique" UNIQUE("comment_id");--> statement-breakpoint
ALTER TABLE "reported_items" ADD CONSTRAINT "reported_items_one" CHECK (case "reported_items"."kind" when 'track' then "reported_items"."track_id" when 'playlist' then "reported_items"."playlist_id" when 'comment' then "reported_items"."comment_id" else "reported_items"."user_id" end is not null
        and num_nonnulls("reported_items"."track_id", "reported_items"."playlist_id", "reported_items"."user_id", "reported_items"."comment_id") = 1);